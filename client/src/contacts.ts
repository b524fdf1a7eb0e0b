import { inBatches } from './batches.ts'
import type { CallOptions, Request } from './http.ts'
import type {
  Consent,
  ConsentWishes,
  Contact,
  ContactFields,
  ContactResult,
  NewContact,
  StoredContact,
} from './wire.ts'

const PATH = '/api/v1/contacts'
const BATCH_BYTES_MAX = 4_194_304

/** Contacts, by your own IDs. */
export interface Contacts {
  /** Adds the contact, or changes the fields that are given; null takes a value away. */
  put(externalUserId: string, fields: ContactFields, options?: CallOptions): Promise<StoredContact>
  get(externalUserId: string, options?: CallOptions): Promise<Contact>
  /** What the person told you they want to get, on whole channels and of topics. */
  patch(externalUserId: string, wishes: ConsentWishes, options?: CallOptions): Promise<Consent>
  /** Erases the person, and everything personal in what was sent to them. */
  delete(externalUserId: string, options?: CallOptions): Promise<void>
  /** Adds or changes any number of contacts, 1,000 in a call. Results are in their order; a refused one keeps none of the others back. */
  batch(contacts: readonly NewContact[], options?: CallOptions): Promise<ContactResult[]>
}

export function contactsOf(request: Request): Contacts {
  const one = (externalUserId: string) => `${PATH}/${encodeURIComponent(externalUserId)}`
  return {
    put: (id, fields, options) => request({ ...options, method: 'PUT', path: one(id), body: fields }),
    get: (id, options) => request({ ...options, method: 'GET', path: one(id) }),
    patch: (id, wishes, options) => request({ ...options, method: 'PATCH', path: one(id), body: wishes }),
    delete: (id, options) => request({ ...options, method: 'DELETE', path: one(id) }),
    batch: (contacts, options) =>
      inBatches<NewContact, ContactResult>(contacts, BATCH_BYTES_MAX, part =>
        request({ ...options, method: 'POST', path: `${PATH}/batch`, body: { contacts: part } }),
      ),
  }
}
