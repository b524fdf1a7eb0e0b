import { type ComponentType, type FunctionComponent, type ReactNode, Suspense } from 'react'
import { lazyView } from '../../ui/lazy-view.tsx'
import { loadPart } from './chunk-reload.ts'

type PropsOf<Component> = Component extends (props: infer Props extends object) => unknown ? Props : object

/** A component whose code and texts load when it is first shown. Until then it renders `ghost`, by default nothing. */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  ghost?: ReactNode,
): FunctionComponent<PropsOf<Module[Name]>> {
  const Part = lazyView(() => loadPart(async () => (await load())[name] as ComponentType<PropsOf<Module[Name]>>))
  return function LazyPart(props: PropsOf<Module[Name]>) {
    return (
      <Suspense fallback={ghost}>
        <Part {...props} />
      </Suspense>
    )
  }
}
