/** Starts the widget. */
import { loadWidgetTexts } from '../messages/widget/load-widget-texts.ts'
import { startPage } from '../session/start-page.tsx'
import { Page } from './page.tsx'
import { FrameClose } from './parts/frame-close.tsx'

await startPage(loadWidgetTexts, Page, FrameClose)
