/** Reads what a dead worker left: outcomes that the database may not have, and messages that were on their way. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRecords, type Intent, type JournalBatch, type JournalRecord } from './journal-records.ts'
import type { Recorded } from './outcomes.ts'

export interface JournalOutcome {
  batch: JournalBatch
  outcome: Recorded
}

export interface OpenIntent {
  batch: JournalBatch
  intent: Intent
}

export interface JournalContent {
  /** Recorded behind the position asked for, in order. */
  outcomes: JournalOutcome[]
  /** Messages that were begun and have no outcome. */
  inDoubt: OpenIntent[]
  end: number
}

type TurnRecord = Extract<JournalRecord, { type: 'turn' }>

const FILE_NAME = /^(\d{6,})-(\d+)\.journal$/

/** Reads the files of one worker's journal. A missing folder is an empty journal. */
export function readJournal(folder: string, committedPosition: number): JournalContent {
  const content: JournalContent = { outcomes: [], inDoubt: [], end: 0 }
  const batches = new Map<number, JournalBatch>()
  const open = new Map<string, OpenIntent>()
  const addTurn = ({ id, settled, next }: TurnRecord, batch: JournalBatch): void => {
    for (const { seq, outcome } of settled) {
      open.delete(`${id}.${seq}`)
      if (outcome !== null && content.end > committedPosition) content.outcomes.push({ batch, outcome })
    }
    if (next !== null) open.set(`${id}.${next.seq}`, { batch, intent: next })
  }
  for (const { path, begin } of journalFiles(folder)) {
    const file = readFileSync(path)
    // A file that was begun with nothing open is empty: it still tells how far the journal is.
    content.end = Math.max(content.end, begin)
    for (const { record, end } of readRecords(file)) {
      content.end = begin + end
      if (record.type === 'batch') batches.set(record.id, record.batch)
      const batch = batches.get(record.id)
      if (batch === undefined) throw new Error(`${path} speaks of a batch that it does not name`)
      if (record.type === 'open') open.set(`${record.id}.${record.intent.seq}`, { batch, intent: record.intent })
      if (record.type === 'turn') addTurn(record, batch)
    }
  }
  content.inDoubt = [...open.values()]
  return content
}

function journalFiles(folder: string): { path: string; begin: number }[] {
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  return names
    .map(name => FILE_NAME.exec(name))
    .filter(match => match !== null)
    .map(match => ({ path: join(folder, match[0]), no: Number(match[1]), begin: Number(match[2]) }))
    .sort((a, b) => a.no - b.no)
}
