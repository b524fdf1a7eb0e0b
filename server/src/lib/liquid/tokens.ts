/** The engine's tokenizer, but skipping the text between constructs: the engine itself reads each character of it many times. */
import { Parser, type Template, Tokenizer, type TopLevelToken } from 'liquidjs'
import { engine } from './engine.ts'

const OPENINGS = new Set(['{{', '{%'])

class LeapingTokenizer extends Tokenizer {
  override readHTMLToken(stops: string[]): ReturnType<Tokenizer['readHTMLToken']> {
    const begin = this.p
    this.p = nextOpening(this.input, begin)
    const token = super.readHTMLToken(stops)
    token.begin = begin
    return token
  }
}

function nextOpening(source: string, from: number): number {
  let at = source.indexOf('{', from)
  while (at !== -1 && !OPENINGS.has(source.slice(at, at + 2))) at = source.indexOf('{', at + 1)
  return at === -1 ? source.length : at
}

/** Text, outputs and tags, in source order. Throws the engine's error when a delimiter is never closed. */
export function readTokens(source: string): TopLevelToken[] {
  return new LeapingTokenizer(source, engine.options.operators).readTopLevelTokens(engine.options)
}

/** Parses like the engine, and throws its errors. */
export function parseLiquid(source: string): Template[] {
  return new Parser(engine).parseTokens(readTokens(source))
}
