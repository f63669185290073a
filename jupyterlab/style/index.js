import './base.css'
