/**
 * How many people clicked each button of a message. Links are identified by number, buttons in apps by their title, and replies in WhatsApp
 * by what its events say: their template, which has the buttons, is no part of the run. Counting reads all events of the run (0.15 s for
 * 100,000 recipients with 155,000 events), so results are cached.
 */
import type { RunButton } from '@notifly/contracts/runs/deliveries'
import type { Db } from '../../db/schema/tables.ts'
import { orNotFound } from '../../lib/app-error.ts'
import { type Button, countPresses, selectButtons } from './button-queries.ts'
import { createKeptCounts } from '../../lib/kept-counts.ts'
import type { WhichRuns } from './runs.ts'

/** Throws notFound for another application's run. Empty for a message without buttons, or with deleted details. */
export type ReadButtons = (which: WhichRuns) => Promise<RunButton[]>

const FRESH_MS = 3000

export function createButtonReads(db: Db): ReadButtons {
  const kept = createKeptCounts<RunButton[]>(FRESH_MS)
  return async which => {
    const run = orNotFound(await selectButtons(db, which))
    const { run_id: runId, buttons } = run
    const mayHaveButtons = buttons.length > 0 || which.channel === 'whatsapp'
    if (!mayHaveButtons || run.details_removed_at !== null) return []
    return kept({ key: runId }, () => countButtons(db, { applicationId: which.applicationId, runId }, buttons))
  }
}

/** Includes buttons without a click. */
async function countButtons(
  db: Db,
  run: { applicationId: string; runId: string },
  buttons: readonly Button[],
): Promise<RunButton[]> {
  const pressed = await countPresses(
    db,
    run,
    buttons.map(({ title, link }) => ({ title, link, pattern: patternOf(title) })),
  )
  const titles = new Set(pressed.map(({ title }) => title))
  const others = [...new Set(buttons.map(({ title }) => title))].filter(title => !titles.has(title))
  return [...pressed, ...others.map(title => ({ title, clicked: 0 }))]
}

/** A LIKE pattern for a title whose merge fields are filled in: any text from the first to the last of them. */
function patternOf(title: string): string {
  const begin = title.search(/\{[{%]/)
  const end = Math.max(title.lastIndexOf('}}'), title.lastIndexOf('%}'))
  return begin === -1 || end < begin
    ? literally(title)
    : `${literally(title.slice(0, begin))}%${literally(title.slice(end + 2))}`
}

function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
