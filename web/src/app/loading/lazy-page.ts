import { type AnyRoute, createRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import type { RightOfAddress } from '../../components/rights/page-rights.ts'
import { loadPart } from './chunk-reload.ts'

/** A page whose code and texts load when it is first visited, or when a link to it is hovered. */
export function lazyPage<Module extends Record<string, unknown>>(
  load: () => Promise<Module>,
  name: keyof Module & string,
): RouteComponent {
  return lazyRouteComponent((() => loadPart(load)) as never, name as never) as RouteComponent
}

interface PageLine {
  path: string
  component: RouteComponent
}

/** One line of the URL map. */
export function page<Module extends Record<string, unknown>>(
  path: string,
  load: () => Promise<Module>,
  name: keyof Module & string,
): PageLine {
  return { path, component: lazyPage(load, name) }
}

/** Pages with the same layout and right. Without a right they are open to everyone who reaches the layout. */
export function pagesOf(parent: AnyRoute, right: RightOfAddress | undefined, lines: readonly PageLine[]): AnyRoute[] {
  return lines.map(
    line => createRoute({ getParentRoute: () => parent, ...line, staticData: { right } }) as unknown as AnyRoute,
  )
}
