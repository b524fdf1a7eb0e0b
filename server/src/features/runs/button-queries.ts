/** SQL of the buttons of a run's notifications, and of who clicked them. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { EVENT } from '../../engine/states.ts'

export interface Button {
  title: string
  /** The number of its link, where it has one that is tracked. */
  link: number | null
}

export interface ButtonRun {
  run_id: string
  details_removed_at: Date | null
  /** Of all variants, where contents are tested. */
  buttons: Button[]
}

/** The run with this id, or the latest one of the campaign with it; undefined if the application has none. */
export async function selectButtons(
  db: Db,
  which: { applicationId: string; channel: string; id: string },
): Promise<ButtonRun | undefined> {
  const { rows } = await sql<ButtonRun>`
    select r.run_id, r.details_removed_at, coalesce((
      select jsonb_agg(jsonb_build_object('title', b.value ->> 'title',
        'link', coalesce(b.value -> 'link', b.value -> 'target' -> 'link')) order by content.no, b.n)
      from (
        select 0 as no, r.content union all
        select v.no, v.content from run_variant v where v.application_id = r.application_id and v.run_id = r.run_id
      ) content, jsonb_array_elements(content.content -> 'actions') with ordinality b(value, n)
    ), '[]') as buttons
    from run r
    where r.application_id = ${which.applicationId} and r.channel = ${which.channel}
      and (r.run_id = ${which.id} or r.campaign_id = ${which.id})
    order by r.run_id = ${which.id} desc, r.state = 'missed', r.created_at desc, r.run_id desc limit 1`.execute(db)
  return rows[0]
}

/** Apps may report any title: this many that the run does not have are enough. */
const MOST_TITLES = 20

/** Recipients by what they clicked, each once, most frequent first. Reads all events of the run. */
export async function countPresses(
  db: Db,
  { applicationId, runId }: { applicationId: string; runId: string },
  buttons: readonly (Button & { pattern: string })[],
): Promise<{ title: string | null; clicked: number }[]> {
  const { rows } = await sql<{ title: string | null; clicked: number }>`
    with button as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(buttons)}::jsonb) as b(title text, link int, pattern text)
    ), press as (
      select distinct seq, (detail ->> 'link')::int as link, nullif(detail ->> 'action', '') as action from event
      where application_id = ${applicationId} and run_id = ${runId} and kind = ${EVENT.clicked} and not bot
    )
    select coalesce(b.title, p.action) as title, count(distinct p.seq)::int as clicked
    from press p left join lateral (
      select title from button where link = p.link or p.action like pattern order by length(pattern) desc limit 1
    ) b on true
    group by 1 order by 2 desc, 1 limit ${MOST_TITLES}`.execute(db)
  return rows
}
