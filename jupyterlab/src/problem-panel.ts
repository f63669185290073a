import { Problem } from './contract'
import type { Texts } from './texts'

/** Shows why gpulse is not shown, what to do, and a button to try again. */
export class ProblemPanel {
  readonly node = document.createElement('div')
  private readonly sentence = document.createElement('p')
  private readonly note = document.createElement('p')
  private readonly button = document.createElement('button')

  constructor(
    private readonly texts: Texts,
    retry: () => void,
  ) {
    this.node.className = 'gpulse-Problem'
    this.node.setAttribute('role', 'status')
    this.sentence.textContent = texts.get('frame.loading')
    this.note.className = 'gpulse-Problem-note'
    this.note.textContent = texts.get('frame.again')
    this.button.className = 'jp-mod-styled jp-mod-accept'
    this.button.textContent = texts.get('frame.retry')
    this.button.addEventListener('click', retry)
    this.node.append(this.sentence)
  }

  show(problem: Problem): void {
    this.sentence.textContent = this.texts.problem(problem)
    this.node.hidden = false
    this.node.append(this.button, this.note)
  }

  hide(): void {
    this.node.hidden = true
  }
}
