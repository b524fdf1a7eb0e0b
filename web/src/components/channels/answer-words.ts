import { serverText } from '../../locales/server-text.ts'

/** A sentence of ours, followed by what the other server said in brackets: ours is translated, theirs stays. */
export function answerWords(message: string): string {
  const [, sentence, answer] = message.match(/^(.*?[.]) (\(.*\))$/s) ?? []
  if (sentence === undefined) return serverText(message)
  // Some begin with their number, in brackets of their own.
  return `${serverText(sentence)} ${(answer ?? '').replace(/^\(\((.+?)\) /, '($1: ')}`
}
