/**
 * Judges the statements that a test run recorded: `node server/src/testing/statements/judge.ts <folder>`. Ends with 1 where one breaks a rule
 * that it is not allowed to, and tells its place, its text and what to do. `--whole` says that all tests ran: then nothing recorded is a
 * failure too, and permissions that nothing needs are named.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ALLOWED, type Permission } from './allowed.ts'
import type { RecordedStatement } from './record.ts'
import { brokenRules, RULES, type Rule } from './rules.ts'

const startedAt = performance.now()
const [folder = '', ...flags] = process.argv.slice(2)
const recorded = await readRecorded(folder)
const used = new Set<Permission>()
const breaches = recorded.flatMap(statement => judge(statement))
const isWhole = flags.includes('--whole')
const spare = isWhole ? ALLOWED.filter(permission => !used.has(permission)) : []
for (const breach of breaches) console.log(breach)
for (const { rule, text } of spare)
  console.log(`Nothing breaks ${rule} with “${text}” any more: take it off the list of what is allowed.`)
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
console.log(`${recorded.length} statements, ${breaches.length} breaches, ${used.size} allowed, ${seconds} s.`)
process.exitCode = breaches.length === 0 && (recorded.length > 0 || !isWhole) ? 0 : 1

/** Each text once. */
async function readRecorded(from: string): Promise<RecordedStatement[]> {
  const texts = new Map<string, RecordedStatement>()
  for (const name of (await readdir(from)).filter(file => file.endsWith('.jsonl')).sort()) {
    const lines = (await readFile(join(from, name), 'utf8')).split('\n').filter(line => line !== '')
    for (const line of lines) {
      const statement = JSON.parse(line) as RecordedStatement
      const text = inOneLine(statement.text)
      if (!texts.has(text)) texts.set(text, { ...statement, text })
    }
  }
  return [...texts.values()]
}

function judge({ text, place }: RecordedStatement): string[] {
  return rulesBrokenBy(text).flatMap(rule => {
    const permission = ALLOWED.find(allowed => allowed.rule === rule && text.includes(allowed.text))
    if (permission !== undefined) used.add(permission)
    return permission === undefined ? [`${place} breaks ${rule}: ${RULES[rule]}\n  ${text}\n`] : []
  })
}

/** A text that cannot be read is one that a test made wrong on purpose. */
function rulesBrokenBy(text: string): Rule[] {
  try {
    return brokenRules(text)
  } catch {
    return []
  }
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
