import {
  changeConsent,
  eraseContactByExternalId,
  putContact,
  putContacts,
  readContactByExternalId,
} from '@notifly/contracts/contacts/programs'
import { deleteDevice, putDevice } from '@notifly/contracts/devices/mobile-devices'
import { SENTENCES } from '@notifly/contracts/sentences/catalogue'
import { CONTACT_ID, DEVICE_ID, MOMENT, SECOND_CONTACT_ID } from './example-ids.ts'
import { programCall } from './program-call.ts'

const CONTACT = {
  uuid: CONTACT_ID,
  external_user_id: 'customer-1',
  email: 'ana@example.com',
  phone_number: null,
  country: 'ES',
  lang: 'es',
  latitude: null,
  longitude: null,
  platform_type: null,
  device_details: null,
  timezone: null,
  timezone_offset: null,
  is_test: false,
  created_on: null,
  updated_on: null,
  added_on: MOMENT,
  merge_fields: { first_name: 'Ana', plan: 'pro' },
  segments: [],
  channels: {
    email: { address: 'ana@example.com', status: 'reachable' as const, since: null, source: null },
  },
}

const CONTACT_FIELDS = {
  external_user_id: 'Your ID of the contact: what your systems call the person.',
  phone_number: 'With `+` and the country code, or as `country` writes it.',
  country: 'ISO 3166-1 code, such as `ES`.',
  lang: 'BCP 47 tag, such as `en` or `pt-BR`.',
  timezone: 'IANA name, such as `Europe/Madrid`.',
  timezone_offset: 'Such as `+05:30`, where the name is not known.',
  is_test: 'Test contacts get test sends, and count nowhere.',
  created_on: 'When your systems first knew the person: a date, ISO 8601 or epoch seconds.',
  updated_on: 'When your systems last changed it.',
  merge_fields: 'Your own fields, for templates and segments. Fields that are left out stay; `null` takes one away.',
}

export const CONTACT_CALLS = {
  putContact: programCall(putContact, {
    title: 'Add or update a contact',
    fields: CONTACT_FIELDS,
    description:
      'Fields that you omit stay as they are; `null` clears a value. A contact that has the email but no ID of yours, as after an ' +
      'import, gets the ID. Sending the same twice changes nothing.',
    refusals: ['conflict'],
    example: {
      params: { external_user_id: 'customer-1' },
      body: {
        email: 'ana@example.com',
        country: 'ES',
        lang: 'es',
        merge_fields: { first_name: 'Ana', plan: 'pro' },
      },
      answer: { ...CONTACT, created: true },
    },
  }),
  getContact: programCall(readContactByExternalId, {
    title: 'Get a contact',
    fields: CONTACT_FIELDS,
    description: 'Moments are seconds since 1970.',
    refusals: ['notFound'],
    example: { params: { external_user_id: 'customer-1' }, answer: CONTACT },
  }),
  updateConsent: programCall(changeConsent, {
    title: 'Change consent',
    fields: {
      channels: 'By channel: everything on it.',
      topics: 'By the topic’s uuid.',
      reason: 'How the person told you; stays in the history.',
    },
    description:
      'Only this call changes consent: no file and no other field does. It becomes a part of the contact’s history. Topics are named by ' +
      'their uuid, as in their settings.',
    refusals: ['notFound'],
    example: {
      params: { external_user_id: 'customer-1' },
      body: { channels: { email: 'unsubscribed' }, reason: 'Account settings' },
      answer: {
        channels: [
          { channel: 'email', status: 'unsubscribed', since: MOMENT, source: 'api', suppressed: 'unsubscribe' },
        ],
        topics: [],
      },
    },
  }),
  putContacts: programCall(putContacts, {
    title: 'Add or update many contacts',
    fields: CONTACT_FIELDS,
    description: 'Results are in the order of the contacts. A refused one says why, and at which of its fields.',
    refusals: [],
    example: {
      body: {
        contacts: [
          { external_user_id: 'customer-2', email: 'li@example.com' },
          { external_user_id: 'customer-3', email: 'not an address' },
        ],
      },
      answer: [
        { external_user_id: 'customer-2', result: 'created', uuid: SECOND_CONTACT_ID },
        {
          external_user_id: 'customer-3',
          result: 'refused',
          uuid: null,
          error: {
            message: SENTENCES['fields.email'],
            key: 'fields.email',
            errors: [{ field: 'email', message: SENTENCES['fields.email'], key: 'fields.email' }],
          },
        },
      ],
    },
  }),
  deleteContact: programCall(eraseContactByExternalId, {
    title: 'Erase a contact',
    fields: CONTACT_FIELDS,
    description:
      'Also what its messages say of the person is erased, and whom they were sent to; counts of campaigns stay. If the address comes ' +
      'back, it is still not written to where its person had unsubscribed.',
    refusals: ['notFound'],
    example: { params: { external_user_id: 'customer-2' } },
  }),
}

export const DEVICE_CALLS = {
  putDevice: programCall(putDevice, {
    title: 'Add a device',
    fields: {
      token: 'As Firebase or Apple gave it to the app.',
      external_user_id: 'Your ID of the contact.',
    },
    description: 'Call it whenever the app gets a token from Firebase or Apple, and when its person signs in.',
    refusals: ['notFound', 'conflict'],
    example: {
      params: { external_user_id: 'customer-1' },
      body: { platform: 'android', token: 'fGx3bM5hQk2vT9sLw8pZrN:APA91bEXAMPLE', app_version: '4.2.0' },
      answer: { device_id: DEVICE_ID },
    },
  }),
  deleteDevice: programCall(deleteDevice, {
    title: 'Remove a device',
    description:
      'Send the token in the body: proxies log addresses. It may stand in the query for clients that send no body with DELETE.',
    refusals: ['notFound'],
    example: {
      params: { external_user_id: 'customer-1' },
      body: { token: 'fGx3bM5hQk2vT9sLw8pZrN:APA91bEXAMPLE' },
    },
  }),
}
