/** Front door of tracking: short links of messages without a run, and what a user agent reveals. */
import type { Deps } from '../../http/deps.ts'
import { shortAddress, signShortLink } from '../../lib/links/short-link.ts'
import { TEST_SEQ } from './links.ts'
import { insertTestLinks } from './queries.ts'

export { readVisitor } from './machines.ts'

/**
 * Returns short addresses for the links of a test message, by number: as long as a campaign's. They work for a week and are not counted.
 */
export async function shortenTestLinks(
  { database, secrets, config, clock }: Pick<Deps, 'database' | 'secrets' | 'config' | 'clock'>,
  applicationId: string,
  addresses: ReadonlyMap<number, string>,
): Promise<(linkNo: number) => string> {
  const runNo = await insertTestLinks(database.kysely, { applicationId, addresses, now: clock.now() })
  return linkNo => shortAddress(config.publicUrl, signShortLink(secrets, { runNo, seq: TEST_SEQ, linkNo }))
}
