import texts from 'virtual:words/failing'
import { addTexts } from './words'

/* Not part of the first load: a file that uses one of these texts imports this one. */
addTexts('en', texts)
