/** A line over days, drawn by uPlot, which is loaded with the first chart. The numbers are for drawing alone. */
import { useEffect, useRef, useState } from 'preact/hooks'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { writeDate } from '../../../messages/moments.ts'
import { useSpeech } from '../../../parts/speech.ts'

type Props = {
  /** Days as `2026-11-23`, and a value for each. */
  dates: readonly string[]
  values: readonly number[]
  label: string
  unit: string
}

const height = 180

export default function LineChart({ dates, values, label, unit }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const { locale } = useSpeech()
  const isDark = useDarkness()
  useEffect(() => {
    const element = place.current!
    const chart = new uPlot(
      optionsOf(element, unit, locale),
      [dates.map((date) => Date.parse(date) / 1000), [...values]],
      element,
    )
    const fit = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
    fit.observe(element)
    return () => {
      fit.disconnect()
      chart.destroy()
    }
  }, [dates.join(), values.join(), unit, locale, isDark])
  return <div class="chart" ref={place} role="img" aria-label={label} />
}

/** Whether the reader wants dark colours, also where that changes while the page is open. */
function useDarkness(): boolean {
  const [wish] = useState(() => matchMedia('(prefers-color-scheme: dark)'))
  const [isDark, setDark] = useState(wish.matches)
  useEffect(() => {
    const take = () => setDark(wish.matches)
    wish.addEventListener('change', take)
    return () => wish.removeEventListener('change', take)
  }, [wish])
  return isDark
}

function optionsOf(element: HTMLElement, unit: string, locale: string): uPlot.Options {
  const dayOf = (seconds: number) =>
    writeDate(new Date(seconds * 1000).toISOString().slice(0, 10), locale)
  const short = new Intl.NumberFormat(locale, { notation: 'compact' })
  const colourOf = (name: string) => resolve(element, name)
  const axis = {
    stroke: colourOf('--quiet'),
    grid: { stroke: colourOf('--line'), width: 1 },
    ticks: { stroke: colourOf('--line'), width: 1 },
  }
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { y: false },
    scales: { y: { range: (_, low, high) => [Math.min(0, low), Math.max(1, high * 1.1)] } },
    axes: [
      { ...axis, size: 30, values: (_, marks) => marks.map(dayOf) },
      { ...axis, size: 48, values: (_, marks) => marks.map((mark) => short.format(mark)) },
    ],
    series: [
      {},
      {
        label: unit,
        stroke: colourOf('--accent'),
        fill: colourOf('--accent-soft'),
        width: 2,
        points: { show: false },
      },
    ],
  }
}

/** The colour of a custom property as it is here, in light or dark: a canvas does not know `light-dark()`. */
function resolve(element: HTMLElement, property: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${property})`
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
