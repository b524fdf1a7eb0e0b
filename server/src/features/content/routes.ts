import type { Locale } from '@notifly/contracts/accounts/accounts'
import * as api from '@notifly/contracts/content/content'
import * as news from '@notifly/contracts/content/news'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hash } from 'node:crypto'
import type { Caller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { type Http, rawRoute, route } from '../../http/route.ts'
import { orNotFound } from '../../lib/app-error.ts'
import { chooseLocale } from '../../lib/choose-locale.ts'
import { atomFeed } from './feed.ts'
import { createLibrary } from './library.ts'
import { CHANGELOG, inLanguage, newestEntry, readPage } from './pages.ts'
import { selectReadTo, upsertReadTo } from './queries.ts'

export function contentRoutes(http: Http, { config, database }: Deps): void {
  const db = database.kysely
  const pages = createLibrary(config.contentDir, locale => address => inLanguage(address, locale))
  // Readers of feeds know no page that an address could be relative to.
  const feeds = createLibrary(
    config.contentDir,
    locale => address => (address.startsWith('/') ? config.publicUrl + inLanguage(address, locale) : address),
  )

  route(http, api.readContent, async ({ params: { path }, body: { locale, page } }) => {
    return orNotFound(await readPage(pages, { path, page }, locale))
  })

  const sendFeed = async (request: FastifyRequest, reply: FastifyReply, locale: Locale): Promise<FastifyReply> => {
    const text = orNotFound(await feeds.read(CHANGELOG, locale))
    return sendUnlessKnown(request, reply, atomFeed(config.publicUrl, text, locale))
  }
  rawRoute(http, api.readFeed, ({ request, reply }) => sendFeed(request, reply, 'en'))
  rawRoute(http, api.readTranslatedFeed, ({ params, request, reply }) => sendFeed(request, reply, params.locale))

  const newestFor = async ({ locale }: Pick<Caller, 'locale'>) =>
    newestEntry((await pages.read(CHANGELOG, chooseLocale(locale, undefined)))?.parts ?? [])?.id
  route(http, news.readChangelogNews, async ({ caller }) => {
    const [entry, readTo] = [await newestFor(caller), await selectReadTo(db, caller.accountId)]
    return { unread: entry !== undefined && readTo !== undefined && entry > readTo }
  })
  route(http, news.markChangelogRead, async ({ caller }) => {
    const entry = await newestFor(caller)
    if (entry !== undefined) await upsertReadTo(db, caller.accountId, entry)
  })
}

/** Feed readers poll every few minutes, usually without news. */
function sendUnlessKnown(request: FastifyRequest, reply: FastifyReply, feed: string): FastifyReply {
  // Weak: on the way the feed may be compressed.
  const tag = `W/"${hash('sha256', feed, 'base64url')}"`
  reply.header('ETag', tag).header('Cache-Control', 'public, max-age=300')
  if (request.headers['if-none-match'] === tag) return reply.status(304).send()
  return reply.header('Content-Type', 'application/atom+xml; charset=utf-8').send(feed)
}
