import { type AnyRoute, createRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { i18n } from '../../locales/i18n.ts'
import { loadPart } from './chunk-reload.ts'

/** A page whose code and words are loaded together, when it is first visited or pointed at. */
export function lazyPage<Module extends Record<string, unknown>>(
  load: () => Promise<Module>,
  name: keyof Module & string,
  ...namespaces: string[]
): RouteComponent {
  const loadAll = () => loadPart(async () => (await Promise.all([load(), i18n.loadNamespaces(namespaces)]))[0])
  return lazyRouteComponent(loadAll as never, name as never) as RouteComponent
}

/** One line of the URL map. */
export function page(parent: AnyRoute, path: string, component: RouteComponent): AnyRoute {
  return createRoute({ getParentRoute: () => parent, path, component }) as unknown as AnyRoute
}
