import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** The files of the pages, and the dashboard's design tokens and fonts. */
const FOLDERS = [join(import.meta.dirname, '../page/assets'), join(import.meta.dirname, '../../../web/src/styles')]

/** Serves the assets. The browser revalidates each time and mostly gets "not modified". */
export async function addAssetRoutes(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: FOLDERS,
    prefix: '/assets/',
    index: false,
    lastModified: false,
    cacheControl: false,
    setHeaders: reply => void reply.header('cache-control', 'no-cache'),
  })
}
