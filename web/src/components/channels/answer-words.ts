import { serverText } from '../../locales/server-text.ts'

/** A sentence of ours, followed by what the other server said in brackets: ours is translated, theirs stays. */
export function answerWords(message: string): string {
  const [, sentence, answer] = message.match(/^(.*?[.]) (\(.*\))$/s) ?? []
  return sentence === undefined ? serverText(message) : `${serverText(sentence)} ${answer ?? ''}`
}
