import { type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'

/**
 * The length of an element's text, even if a form set its value through the ref. Call `measure` on every input event.
 */
export function useTextLength<Element extends { value: string }>(ref: Ref<Element> | undefined) {
  const element = useRef<Element>(null)
  const [length, setLength] = useState(0)
  const measure = () => setLength(element.current?.value.length ?? 0)
  useImperativeHandle<Element | null, Element | null>(ref, () => element.current)
  useLayoutEffect(measure)
  return { element, length, measure }
}
