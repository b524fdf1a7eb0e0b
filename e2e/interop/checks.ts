/** Checks after a run: mailboxes, the run's figures, the suppression list, signatures. */
import { listRecipients, type Recipient } from '@notifly/contracts/runs/deliveries'
import { listSuppressions } from '@notifly/contracts/suppressions/suppressions'
import { readFile } from 'node:fs/promises'
import { readMail } from '../acceptance/raw-mail.ts'
import { run } from './command.ts'
import type { Ground } from './ground.ts'
import type { Mailing } from './mailing.ts'
import { type Person, type Scenario, SHOWN } from './scenarios.ts'

export interface Finding {
  /** Sentences about what is not as it should be; empty: all is. */
  faults: string[]
  /** Messages in all mailboxes. */
  arrived: number
  /** Messages beyond one for each mailbox. */
  copies: number
  /** Signatures that the verifier found to be valid. */
  signed: number
  /** Hand-overs, with those that were put off or refused. */
  attempts: number
  counts: Readonly<Record<string, number>>
}

type Mails = Awaited<ReturnType<Ground['mailsOf']>>

/** Checks everything once. No message may still be in transit. `copiesAtMost`: how many messages may have arrived twice. */
export async function check(
  scenario: Scenario,
  mailing: Mailing,
  ground: Ground,
  copiesAtMost: number,
): Promise<Finding> {
  const mails = new Map<Person, Mails>()
  for (const person of scenario.people) mails.set(person, await ground.mailsOf(person.mailbox))
  const all = [...mails.values()].flat()
  const recipients = await allRecipients(mailing)
  const unsigned = await invalidSignatures(mailing, ground, all)
  const copies = [...mails.values()].reduce((sum, each) => sum + Math.max(0, each.length - 1), 0)
  const faults = [
    ...[...mails].flatMap(([person, each]) => mailboxFaults(person, each, copiesAtMost > 0 ? 2 : 1)),
    ...(copies > copiesAtMost ? [`${copies} copies, ${copiesAtMost} at most were to be expected`] : []),
    ...runFaults(scenario, mailing, recipients),
    ...(await suppressionFaults(scenario, mailing)),
    ...unsigned.map(path => `the signature of ${path} is not valid`),
  ]
  return {
    faults,
    arrived: all.length,
    copies,
    signed: all.length - unsigned.length,
    attempts: recipients.reduce((sum, { attempts }) => sum + attempts, 0),
    counts: mailing.run.counts,
  }
}

function mailboxFaults({ email, mailbox, code, fate }: Person, mails: Mails, most: number): string[] {
  const least = fate === 'delivered' ? 1 : 0
  const limit = fate === 'delivered' ? most : 0
  if (mails.length < least || mails.length > limit) return [`${mails.length} mails for ${email}`]
  return mails.flatMap(({ path, text }) => {
    const mail = readMail(text.replace(/\r?\n/g, '\r\n'))
    const isWhole =
      mail.header('To')[0] === email && mail.parts.length === 2 && mail.parts.every(part => part.text.includes(code))
    return isWhole ? [] : [`${path} is not the mail of ${mailbox}`]
  })
}

function runFaults({ people }: Scenario, { run: { counts, recipients: meant, done } }: Mailing, shown: Recipient[]) {
  const byEmail = new Map(shown.map(each => [each.email, each]))
  const expected: Record<string, number> = {}
  for (const { fate } of people) expected[SHOWN[fate].status] = (expected[SHOWN[fate].status] ?? 0) + 1
  const faults = people.flatMap(({ email, fate }) => {
    const recipient = byEmail.get(email)
    const { status } = SHOWN[fate]
    if (recipient?.current_status === status) return []
    return [`${email} is ${recipient?.current_status ?? 'missing'} (${recipient?.detail ?? ''}), not ${status}`]
  })
  if (!isSame(counts, expected)) faults.push(`counts are ${JSON.stringify(counts)}, not ${JSON.stringify(expected)}`)
  if (meant !== people.length || done !== people.length) faults.push(`${done} of ${meant} are done`)
  return faults
}

function isSame(one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every(name => (one[name] ?? 0) === (other[name] ?? 0))
}

async function suppressionFaults({ people }: Scenario, { owner: { api, token } }: Mailing): Promise<string[]> {
  const listed = await api(listSuppressions, { token, query: { per_page: PER_PAGE } })
  const suppressed = new Set(listed.map(({ address }) => address))
  return people.flatMap(({ email, fate }) => {
    if (suppressed.has(email) === SHOWN[fate].isSuppressed) return []
    return [`${email} is ${SHOWN[fate].isSuppressed ? 'not ' : ''}on the suppression list`]
  })
}

const PER_PAGE = 100

async function allRecipients({ owner: { api, token }, run }: Mailing): Promise<Recipient[]> {
  const pages = Array.from({ length: Math.ceil(run.recipients / PER_PAGE) }, (_, index) => index + 1)
  const params = { notification_type: 'email' as const, uuid: run.run_uuid }
  const read = (page: number) => api(listRecipients, { token, params, query: { page, per_page: PER_PAGE } })
  return (await Promise.all(pages.map(read))).flat()
}

const VERIFIER = '/etc/interop/verify-dkim.py'

/** Paths of the mails whose signature dkimpy finds invalid. */
async function invalidSignatures({ dkimRecord }: Mailing, ground: Ground, mails: Mails): Promise<string[]> {
  await ground.write(VERIFIER, await readFile(new URL('verify-dkim.py', import.meta.url), 'utf8'))
  const input = mails.map(({ path }) => path).join('\n')
  const command = ['chroot', ground.root, '/usr/bin/python3', VERIFIER, dkimRecord.name, dkimRecord.value]
  return (await run(command, { input })).split('\n').filter(line => line !== '')
}
