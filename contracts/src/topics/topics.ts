/** Topics: what campaigns are about. Recipients leave and join them one by one, on their own page. */
import * as z from 'zod/mini'
import { ACTIVITY } from '../roles/activities.ts'
import { CHANNELS } from '../applications/applications.ts'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, oneLine, text, uuid } from '../fields.ts'
import { sentenceKey } from '../sentences/sentence.ts'

/** A reader could not take in more on one page. */
export const TOPICS_MAX = 50
export const TOPIC_NAME_MAX = 60
export const TOPIC_DESCRIPTION_MAX = 300

export const Topic = z.object({
  uuid,
  name: z.string(),
  /** What recipients read below the name; may be empty. */
  description: z.string(),
  /** Number of contacts who left it. */
  left: z.int(),
  /** Campaigns with this topic, including drafts. */
  campaigns: z.int(),
  created_on: epochSeconds,
  updated_on: epochSeconds,
})
export type Topic = z.infer<typeof Topic>

const may = (level: 'create' | 'update' | 'delete') =>
  ({ activity: ACTIVITY.applications, level, scope: 'application' }) as const

const TOPICS = '/api/audience/topics'
const topicBody = z.object({
  name: text(TOPIC_NAME_MAX).check(z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, sentenceKey('fields.onOneLine'))),
  description: z._default(oneLine(TOPIC_DESCRIPTION_MAX), ''),
})

export const listTopics = endpoint({
  call: `GET ${TOPICS}`,
  summary: 'Topics of the application by name; everybody who plans a campaign may read them',
  access: 'application',
  data: z.array(Topic),
})

export const createTopic = endpoint({
  call: `POST ${TOPICS}`,
  summary: 'Add a topic; everybody gets it until they leave it',
  access: may('create'),
  status: 201,
  body: topicBody,
  data: Topic,
})

export const updateTopic = endpoint({
  call: `PUT ${TOPICS}`,
  summary: 'Change the name and description of a topic',
  access: may('update'),
  query: z.object({ uuid }),
  body: topicBody,
  data: Topic,
})

/** `data` of the 409 of `deleteTopic`. */
export const TopicUse = z.object({
  campaigns: z.array(z.object({ uuid, name: z.string(), platform: z.enum(CHANNELS) })),
})
export type TopicUse = z.infer<typeof TopicUse>

export const deleteTopic = endpoint({
  call: `DELETE ${TOPICS}`,
  summary:
    'Delete a topic with what people chose about it; 409 with the list while campaigns that go out still are about it',
  access: may('delete'),
  query: z.object({ uuid }),
})
