import { type AnyRoute, createRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { loadPart } from './chunk-reload.ts'

/** A page that is loaded, with its words, when it is first visited or pointed at. */
export function lazyPage<Module extends Record<string, unknown>>(
  load: () => Promise<Module>,
  name: keyof Module & string,
): RouteComponent {
  return lazyRouteComponent((() => loadPart(load)) as never, name as never) as RouteComponent
}

/** One line of the URL map. */
export function page<Module extends Record<string, unknown>>(
  parent: AnyRoute,
  path: string,
  load: () => Promise<Module>,
  name: keyof Module & string,
): AnyRoute {
  return createRoute({ getParentRoute: () => parent, path, component: lazyPage(load, name) }) as unknown as AnyRoute
}
