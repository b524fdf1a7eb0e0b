import {
  acceptInvitation,
  inviteMembers,
  listInvitations,
  listMembers,
  readInvitation,
  removeMember,
  resendInvitation,
  updateMember,
  withdrawInvitation,
  type Member,
} from '@notifly/contracts/members/members'
import type { Deps } from '../../http/deps.ts'
import { callerOf, originOf, pagedRoute, route, type Http } from '../../http/route.ts'
import { assertSameOrigin } from '../../http/same-origin.ts'
import { AppError } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { createRateLimit, networkOf } from '../../lib/rate-limit.ts'
import { DEFAULT_ROLE_IDS } from '../roles/roles.ts'
import { acceptInvitation as accept, previewInvitation } from './accept.ts'
import { inOrganization } from './acting.ts'
import { changeMember, dropMember } from './change-member.ts'
import { selectInvitations } from './invitation-queries.ts'
import { createInvitationLimit, invite, resend, withdraw } from './invite.ts'
import { selectPeople, type PersonRow } from './queries.ts'

export function memberRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely

  pagedRoute(http, listMembers, async ({ query, caller }) => {
    const { organizationId } = inOrganization(caller)
    const { uuid: id, search, status, page, per_page: perPage } = query
    const { rows, total } = await selectPeople(db, { organizationId, id, search, status, page, perPage })
    return { rows: rows.map(presentPerson), total }
  })

  route(http, updateMember, async ({ query, body, caller }) => {
    const member = inOrganization(caller)
    const id = query.uuid.toLowerCase()
    await changeMember(deps, member, id, { roleId: body.role_id, status: body.status })
    const { rows } = await selectPeople(db, { organizationId: member.organizationId, id, page: 1, perPage: 1 })
    if (rows[0] === undefined) throw new AppError('notFound')
    return presentPerson(rows[0])
  })

  route(http, removeMember, ({ query, caller }) => dropMember(deps, inOrganization(caller), query.uuid.toLowerCase()))

  invitationRoutes(http, deps)
  linkRoutes(http, deps)
}

function invitationRoutes(http: Http, deps: Deps): void {
  const limit = createInvitationLimit(deps)

  route(http, inviteMembers, ({ body, caller }) => {
    const member = inOrganization(caller)
    const named = [body.org_id, body.organization_uuid].filter(each => each !== undefined)
    if (named.some(each => each.toLowerCase() !== member.organizationId)) throw new AppError('notFound')
    return invite(deps, limit, member, body.users)
  })

  pagedRoute(http, listInvitations, async ({ query, caller }) => {
    const { rows, total } = await selectInvitations(deps.database.kysely, {
      organizationId: inOrganization(caller).organizationId,
      search: query.search,
      status: query.status,
      now: deps.clock.now(),
      page: query.page,
      perPage: query.per_page,
    })
    return { rows: rows.map(presentInvitation), total }
  })

  route(http, resendInvitation, ({ body, caller }) =>
    resend(deps, limit, inOrganization(caller), body.uuid.toLowerCase()),
  )

  route(http, withdrawInvitation, ({ query, caller }) =>
    withdraw(deps, inOrganization(caller), query.uuid.toLowerCase()),
  )
}

/** Routes of the link in the mail. Unknown links count as attempts, so that guessing does not work. */
function linkRoutes(http: Http, deps: Deps): void {
  const rule = { name: 'invite-links', attempts: 50, perSeconds: 900, waitSeconds: 900 }
  const limit = createRateLimit(deps.database.pool, rule)

  route(http, readInvitation, async ({ params, request }) => {
    const network = networkOf(request.ip)
    await limit.take(network)
    const shown = await previewInvitation(deps, params.token, await callerOf(http, request))
    await limit.giveBack(network)
    return shown
  })

  route(http, acceptInvitation, async ({ params, body, request, reply }) => {
    // Otherwise another site could make its visitor join somewhere.
    assertSameOrigin(request, http.publicUrl)
    const network = networkOf(request.ip)
    await limit.take(network)
    const user = await accept(http, deps, params.token, {
      ...body,
      caller: await callerOf(http, request),
      locale: body.locale ?? 'en',
      origin: originOf(request),
      request,
      reply,
    })
    await limit.giveBack(network)
    return user
  })
}

function presentPerson(row: PersonRow): Member {
  return {
    uuid: row.id,
    name: row.name,
    email: row.email,
    role: { uuid: row.role_id, name: row.role_name },
    status: row.status,
    is_super: row.role_id === DEFAULT_ROLE_IDS.owner && row.status !== 'invited',
    since: epochSeconds(row.since),
    expires_on: row.expires_at === null ? null : epochSeconds(row.expires_at),
  }
}

type InvitationRow = Awaited<ReturnType<typeof selectInvitations>>['rows'][number]

function presentInvitation(row: InvitationRow) {
  return {
    uuid: row.invitation_id,
    email: row.email,
    role: row.role_id === null ? null : { uuid: row.role_id, name: row.role_name ?? '' },
    status: row.status,
    invited_on: epochSeconds(row.created_at),
    expires_on: epochSeconds(row.expires_at),
  }
}
