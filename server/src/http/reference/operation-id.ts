import type { Endpoint } from '@notifly/contracts/endpoint'

/** Returns, for example, `getTemplateByUuidVersions` for `GET /api/template/{uuid}/versions`: stable, and unique because paths are. */
export function operationIdOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  const words = path
    .replace(/^\/api\//, '/')
    .replaceAll('{', 'by-')
    .split(/[^A-Za-z0-9]+/)
    .filter(word => word !== '')
  return method.toLowerCase() + words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
