/** SQL that keeps every attempt. */
import type pg from 'pg'
import { bigintArray, intArray, textArray, timeArray } from './binary-arrays.ts'
import type { BatchAttempt, RunOutcomes } from './run-outcomes.ts'

// Only the texts are unnested: what has a fixed width is found in its array at once, without a list of rows in between (2.6 us
// against 3.1). COPY is dearer still: with some hundred rows at a time it spends a third of its time on counting its references.
const APPEND = `
  insert into attempt (application_id, run_id, seq, n, token, at, outcome, code, reason, provider_message_id, answer)
  select $1, $2, ($3::int[])[i], (($4::int[])[i] >> 8)::smallint, ($5::bigint[])[i], ($6::timestamptz[])[i],
    (($4::int[])[i] & 255)::smallint, ($7::int[])[i], reason, id, answer
  from unnest($8::text[], $9::text[], $10::text[]) with ordinality as a(reason, id, answer, i)`

/** Appends the attempts of a run. */
export async function appendAttempts(client: pg.ClientBase, run: RunOutcomes): Promise<void> {
  const { attempts: rows } = run
  if (rows.length === 0) return
  await client.query({
    name: 'delivery-attempts',
    text: APPEND,
    values: [
      run.applicationId,
      run.runId,
      intArray(rows, seqOf),
      intArray(rows, row => row.attempt.kind | (row.attempt.n << 8)),
      bigintArray(rows, row => row.batch.token),
      timeArray(rows, row => row.outcome.atMs),
      intArray(rows, row => row.attempt.code),
      textArray(rows, row => row.attempt.reason, 200),
      textArray(rows, row => row.attempt.providerMessageId, 200),
      textArray(rows, row => row.attempt.answer, 500),
    ],
  })
}

function seqOf({ outcome }: BatchAttempt): number {
  return outcome.seq
}
