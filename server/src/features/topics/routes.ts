import * as api from '@notifly/contracts/topics/topics'
import type { Deps } from '../../http/deps.ts'
import { type Http, route } from '../../http/route.ts'
import { createTopic, deleteTopic, listTopics, updateTopic } from './topics.ts'

export function topicRoutes(http: Http, deps: Deps): void {
  route(http, api.listTopics, ({ caller }) => listTopics(deps.database.kysely, caller.applicationId))
  route(http, api.createTopic, ({ body, caller }) => createTopic(deps, caller, body))
  route(http, api.updateTopic, ({ query, body, caller }) => updateTopic(deps, caller, query.uuid, body))
  route(http, api.deleteTopic, ({ query, caller }) => deleteTopic(deps, caller, query.uuid))
}
