/** A chart that comes after the figures: its code is loaded once something is to be drawn. */
import type { ComponentProps, ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type LineChart from './line-chart.tsx'

type Props = ComponentProps<typeof LineChart>

type Loaded = { Line: ComponentType<Props> } | 'failed'

export function Chart(props: Props) {
  const loaded = useLineChart()
  if (loaded === undefined) return <div class="chart" />
  if (loaded === 'failed')
    return (
      <p class="chart quiet">This browser could not draw the chart. No figure depends on it.</p>
    )
  return <loaded.Line {...props} />
}

/**
 * By hand, as `lazy` within `Suspense` tries one that failed again at once, for ever. Two ways to fail: the file does
 * not come, or the browser's language is none that `Intl` knows, which uPlot asks for while it is loaded.
 */
function useLineChart(): Loaded | undefined {
  const [loaded, setLoaded] = useState<Loaded>()
  useEffect(() => {
    import('./line-chart.tsx').then(
      ({ default: Line }) => setLoaded({ Line }),
      () => setLoaded('failed'),
    )
  }, [])
  return loaded
}
