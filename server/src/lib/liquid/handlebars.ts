/** Handlebars, Mustache and their kin share the double braces with Liquid but not the language: told by what follows the braces. */
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

/** Returns the foreign tag that an output holds (`#each`, `/if`, `> partial`), or undefined when it may be Liquid. */
export function handlebarsTag(output: Construct): string | undefined {
  const { content } = output
  const block = /^[#/^~]\s*[\w.-]*/.exec(content)
  if (block) return block[0].replace(/\s+/g, '')
  if (content.startsWith('>')) return content
  if (/^else(\s|$)/.test(content)) return 'else'
  if (/^[!{&@]/.test(content)) return content[0]
  return undefined
}

/** Words the problem of a foreign tag, with its Liquid form where there is one. */
export function handlebarsProblem(tag: string, at: { line: number; column: number }): Problem {
  const suggestion = LIQUID_FOR[tag]
  const instead = suggestion ? ` Write ${suggestion} instead.` : ''
  return {
    severity: 'error',
    code: 'handlebars',
    message: `{{${tag}}} on line ${at.line} is Handlebars, which is not supported; templates are Liquid.${instead}`,
    ...at,
    tag,
    ...(suggestion && { suggestion }),
  }
}
