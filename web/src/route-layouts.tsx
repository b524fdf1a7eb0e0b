/** The layouts of pages: the root, signing in, the frame with the navbar, an application, and full-screen tools. */
import { type AnyRoute, createRootRoute, createRoute, Outlet } from '@tanstack/react-router'
import { enterApplication } from './api/session.ts'
import { ApplicationPages } from './app/layouts/ApplicationPages.tsx'
import { AuthLayout } from './app/layouts/AuthLayout.tsx'
import { lazyPage } from './app/loading/lazy-page.ts'
import { lazyPart } from './app/loading/lazy-part.tsx'
import { RootView } from './app/layouts/RootView.tsx'
import { visit } from './app/loading/visit.ts'

const FramedNotFound = lazyPart(() => import('./app/layouts/RouteError.tsx'), 'FramedNotFound')

export const root = createRootRoute({
  component: RootView,
  notFoundComponent: FramedNotFound,
  beforeLoad: ({ location, preload }) => (preload ? undefined : visit(location)),
}) as unknown as AnyRoute

export const auth = createRoute({
  getParentRoute: () => root,
  id: 'auth',
  component: AuthLayout,
}) as unknown as AnyRoute

/** The reference for programmers: signed in or not. */
export const developers = createRoute({
  getParentRoute: () => root,
  id: 'developers',
  component: lazyPage(() => import('./app/layouts/DevelopersLayout.tsx'), 'DevelopersLayout'),
}) as unknown as AnyRoute

/** Pages of words: signed in or not. */
export const reading = createRoute({
  getParentRoute: () => root,
  id: 'reading',
  component: lazyPage(() => import('./app/layouts/ReadingLayout.tsx'), 'ReadingLayout'),
}) as unknown as AnyRoute

export const main = createRoute({
  getParentRoute: () => root,
  id: 'main',
  component: lazyPage(() => import('./app/layouts/MainLayout.tsx'), 'MainLayout'),
}) as unknown as AnyRoute

/** Everything below belongs to the application that the address names; its token comes first. */
export const application = createRoute({
  getParentRoute: () => main,
  path: '/applications/$slug',
  component: ApplicationPages,
  beforeLoad: ({ params, preload }) => (preload ? undefined : enterApplication((params as { slug: string }).slug)),
}) as unknown as AnyRoute

/** Full-screen tools of an application: no navbar, the tool brings its own bar. */
export const tool = createRoute({
  getParentRoute: () => root,
  id: 'tool',
  component: lazyPage(() => import('./app/layouts/ToolLayout.tsx'), 'ToolLayout'),
}) as unknown as AnyRoute

export const applicationTool = createRoute({
  getParentRoute: () => tool,
  path: '/applications/$slug',
  component: Outlet,
  beforeLoad: ({ params, preload }) => (preload ? undefined : enterApplication((params as { slug: string }).slug)),
}) as unknown as AnyRoute

/** Documents of an application, which are printed: a bar of their own in place of the navbar. */
export const document = createRoute({
  getParentRoute: () => root,
  id: 'document',
  component: lazyPage(() => import('./app/layouts/DocumentLayout.tsx'), 'DocumentLayout'),
}) as unknown as AnyRoute

export const applicationDocument = createRoute({
  getParentRoute: () => document,
  path: '/applications/$slug',
  component: Outlet,
  beforeLoad: ({ params, preload }) => (preload ? undefined : enterApplication((params as { slug: string }).slug)),
}) as unknown as AnyRoute
