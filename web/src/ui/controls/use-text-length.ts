import { type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'

/** How long the text in an element is, also where a form has set its value by `ref`. Call `measure` at each input. */
export function useTextLength<Element extends { value: string }>(ref: Ref<Element> | undefined) {
  const element = useRef<Element>(null)
  const [length, setLength] = useState(0)
  const measure = () => setLength(element.current?.value.length ?? 0)
  useImperativeHandle<Element | null, Element | null>(ref, () => element.current)
  useLayoutEffect(measure)
  return { element, length, measure }
}
