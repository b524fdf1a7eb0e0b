import { askToStopReport, changeReport, readReport, stopReport } from '@notifly/contracts/dashboards/summaries'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../http/deps.ts'
import { sendPublicPage, withoutCaching } from '../../../http/public-page.ts'
import { type Http, rawRoute, route } from '../../../http/route.ts'
import { chooseLocale } from '../../../lib/choose-locale.ts'
import { deleteSubscription, type Reader, selectApplicationName, selectSubscription } from './queries.ts'
import { stopPage, unknownPage } from './stop-page.ts'
import { readStop } from './stop-token.ts'
import { changeSubscription, readSubscription } from './summaries.ts'

export function summaryRoutes(http: Http, deps: Deps): void {
  const db = deps.database.kysely
  route(http, readReport, ({ caller }) => readSubscription(deps, caller))
  route(http, changeReport, ({ caller, body }) => changeSubscription(deps, caller, body.every))

  rawRoute(http, askToStopReport, async ({ params, request, reply }) => {
    const named = await namedBy(params.token)
    if (named === null) return sendUnknown(request, reply)
    const isStopped = (await selectSubscription(db, named.reader)) === undefined
    return sendPage(reply, 200, stopPage({ locale: localeOf(request), application: named.application, isStopped }))
  })

  rawRoute(http, stopReport, async ({ params, body, request, reply }) => {
    const named = await namedBy(params.token)
    if (named === null) return sendUnknown(request, reply)
    await deleteSubscription(db, named.reader)
    if (body['List-Unsubscribe'] === 'One-Click') {
      return withoutCaching(reply).header('Content-Type', 'text/plain; charset=utf-8').send('Unsubscribed.\n')
    }
    return withoutCaching(reply).redirect(`?lang=${localeOf(request)}`, 303)
  })

  async function namedBy(token: string): Promise<{ reader: Reader; application: string } | null> {
    const reader = readStop(deps.secrets, token)
    const application = reader && (await selectApplicationName(db, reader.applicationId))
    return reader && application ? { reader, application: application.name } : null
  }
}

function localeOf(request: FastifyRequest) {
  return chooseLocale((request.query as Record<string, unknown>)['lang'], request.headers['accept-language'])
}

function sendUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(reply, 404, unknownPage(localeOf(request)))
}

function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
  return sendPublicPage(reply.header('Vary', 'Accept-Language'), status, html)
}
