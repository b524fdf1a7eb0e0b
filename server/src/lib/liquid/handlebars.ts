/** Handlebars, Mustache and similar languages share the double braces with Liquid: recognized by what follows the braces. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Construct } from './constructs.ts'
import type { Problem } from './problem.ts'

const LIQUID_FOR: Readonly<Record<string, string>> = {
  '#each': '{% for item in list %}',
  '/each': '{% endfor %}',
  '#if': '{% if field %}',
  '/if': '{% endif %}',
  '#unless': '{% unless field %}',
  '/unless': '{% endunless %}',
  else: '{% else %}',
  '^': '{% else %}',
  '!': '{% comment %} ... {% endcomment %}',
  '{': '{{ field }}',
  '&': '{{ field }}',
}

/** Returns the foreign tag of an output (`#each`, `/if`, `> partial`), or undefined if it may be Liquid. */
export function handlebarsTag(output: Construct): string | undefined {
  const { content } = output
  const block = /^[#/^~]\s*[\w.-]*/.exec(content)
  if (block) return block[0].replace(/\s+/g, '')
  if (content.startsWith('>')) return content
  if (/^else(\s|$)/.test(content)) return 'else'
  if (/^[!{&@]/.test(content)) return content[0]
  return undefined
}

/** Describes the problem of a foreign tag, with its Liquid form if there is one. */
export function handlebarsProblem(tag: string, at: { line: number; column: number }): Problem {
  const suggestion = LIQUID_FOR[tag]
  const where = { construct: `{{${tag}}}`, line: at.line }
  const words = suggestion
    ? sentence('templates.liquid.handlebarsBut', { ...where, suggestion })
    : sentence('templates.liquid.handlebars', where)
  return {
    severity: 'error',
    code: 'handlebars',
    ...words,
    ...at,
    tag,
    ...(suggestion && { suggestion }),
  }
}
