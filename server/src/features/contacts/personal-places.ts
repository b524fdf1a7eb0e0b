/**
 * Every place that can hold a value of a contact, and how erasing the contact takes it out of there. Erasing goes through this
 * list and through nothing else; a test asks it about every column of the database that can hold text.
 *
 * What is not in it: what a team writes itself (templates, campaigns, rules, names of files and segments), which no contact's
 * value gets into by itself, and the audit trail, which never takes such a value in.
 */
import { eraseAnswers, eraseRecipient } from '../../engine/upkeep/erase-queries.ts'
import { eraseInLog } from '../../engine/log/log-queries.ts'
import { type ActContext, deleteRequestsOf } from '../approvals/approvals.ts'
import { eraseInFiles } from '../imports/imports.ts'
import { eraseContact, HANGING } from '../../people/contacts/contacts.ts'
import { clearSamples } from '../../people/fields/fields.ts'
import { dropSignUpsFrom } from '../../people/sign-ups/sign-ups.ts'
import { eraseInAttempts } from '../webhooks/webhooks.ts'
import { eraseTestLinks } from './person-queries.ts'

/** The person to erase. */
export interface ErasedPerson {
  contactId: string
  /** The contact's own, and every one that messages to it went to; as they are compared. */
  addresses: readonly string[]
  /** What else says who is meant: the contact's id and external id. */
  ids: readonly string[]
  /** Of merge fields. */
  words: readonly string[]
}

interface PersonalPlace {
  /** A table, where whole rows go, or `table.column`. */
  holds: readonly string[]
  forget(context: ActContext, person: ErasedPerson): Promise<void>
}

/** In the order in which they are cleared: places before the deliveries still need these. */
export const PERSONAL_PLACES: readonly PersonalPlace[] = [
  {
    holds: ['import.columns', 'import_row', 'stored_file.content'],
    forget: (context, { addresses, ids }) => eraseInFiles(context, [...addresses, ...ids]),
  },
  {
    holds: [
      'attempt.answer',
      'delivery.address',
      'event.detail',
      'message',
      'message_tag',
      'report.call',
      'report.error',
      'report.raw',
      'waiting_hit',
      'whatsapp_session',
    ],
    forget: ({ db, actor }, { contactId, addresses }) => eraseRecipient(db, actor.applicationId, contactId, addresses),
  },
  {
    holds: ['log_entry.endpoint', 'log_entry.payload', 'log_entry.receiver', 'log_entry.response', 'log_entry.source'],
    forget: ({ db, actor }, person) => eraseInLog(db, actor.applicationId, person),
  },
  {
    holds: ['webhook_attempt.answer'],
    forget: ({ db, actor }, { addresses, ids }) => eraseInAttempts(db, actor.applicationId, [...addresses, ...ids]),
  },
  {
    holds: ['channel_configuration.failure', 'lane.blocked_reason', 'run.state_reason'],
    forget: ({ db, actor }, { addresses }) => eraseAnswers(db, actor.applicationId, addresses),
  },
  {
    holds: ['suppression', 'topic_departure', 'contact', 'contact_event', 'contact_slot', ...HANGING],
    forget: ({ deps: { secrets }, db, actor: { applicationId }, now }, { contactId, addresses }) =>
      eraseContact({ db, secrets, now }, { applicationId, contactId }, addresses),
  },
  {
    holds: ['sign_up'],
    forget: ({ db, actor }, { addresses }) => dropSignUpsFrom(db, actor.applicationId, addresses),
  },
  {
    holds: ['merge_field.sample'],
    forget: ({ db, actor }) => clearSamples(db, actor.applicationId),
  },
  {
    holds: ['test_link'],
    forget: ({ db, actor }, { addresses, ids, words }) =>
      eraseTestLinks(db, actor.applicationId, [...addresses, ...ids, ...words]),
  },
  {
    holds: ['approval.before', 'approval.description', 'approval.payload', 'approval.secrets'],
    forget: (context, { contactId, addresses, ids }) =>
      deleteRequestsOf(context, { type: 'contact', id: contactId }, [...addresses, ...ids]),
  },
]
