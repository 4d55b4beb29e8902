/** Writes the public page of a plan, and what stands there while nobody can subscribe by it. */
import { daySeconds } from '../../../machines/durations.ts'
import { toPlainLine } from '../../../web/input/item-name.ts'
import { speakJoin } from '../../../web/messages/join.ts'
import type { Language } from '../../../web/messages/translate.ts'
import { speak as speakWidget } from '../../../web/messages/widget/widget-texts.ts'
import { isLong } from '../../../web/parts/money-text.ts'
import { linkToSupport } from '../../../web/parts/shop.ts'
import { escapeHtml } from '../../shared/html/escape-html.ts'
import { writeDecimal } from '../../shared/money.ts'
import {
  pageNameLengthMax,
  type PublicPageOfPlan,
} from '../../store/merchants/pages/public-pages.ts'
import type { OfferedPlan } from '../session/offered-plan.ts'
import { writeDigits } from './digits-html.ts'
import { writeFrame, writeNotice, writeParagraphs, writeTryAgain } from './page-frame.ts'
import { type Foot, writeFoot, writeMerchant } from './shop-html.ts'

/** `search` is the query of the page's address. */
type Look = { language: Language; links: string; search: string }
type JoinPage = Look & { page: PublicPageOfPlan; plan: OfferedPlan; isRefused: boolean }
type WidgetSpeech = ReturnType<typeof speakWidget>

export function writeJoinPage({ page, plan, isRefused, ...look }: JoinPage): string {
  const { language } = look
  const say = speakJoin(language)
  const sayWidget = speakWidget(language)
  const { name: merchant, ...shop } = page.profile
  const planName = toPlainLine(plan.name) ?? ''
  const description = toPlainLine(plan.description)
  const support = linkToSupport(shop, planName)
  const { token, chain } = plan
  const [decimal = '', code = ''] = plan.amount.split(' ')
  const symbol = token?.symbol ?? code
  const value = writeDecimal(decimal, symbol)
  const wanted = say('nameWanted', { count: pageNameLengthMax })
  const title = say('title', { plan: planName, merchant })
  return writePage(
    { ...look, title, shop: { site: shop.site, support } },
    `<div class="page">
<header class="summary">
${writeMerchant({ merchantName: merchant, shop })}
<h1>${escapeHtml(sayWidget('subscribeTo', { plan: planName }))}</h1>
<p class="figure" translate="no"${isLong(value) ? ' data-long' : ''}><span class="value">${writeDigits(value)}</span> <span class="symbol">${escapeHtml(symbol)}</span></p>
<p class="period">${escapeHtml(sayPeriod(sayWidget, plan))}${chain ? ` <span class="badge">${escapeHtml(sayWidget('onNetwork', { network: chain.displayName }))}</span>` : ''}</p>
${writeParagraphs(description === null ? [] : [description], 'hint description')}
<dl class="terms"><div class="row"><dt>${escapeHtml(sayWidget('toStop'))}</dt><dd>${escapeHtml(sayWidget('toStopHint'))}</dd></div></dl>
</header>
<main>
<form class="card panel" method="post">
<div class="own">
<label for="name"><b>${escapeHtml(say('name'))}</b></label>
<input id="name" name="name" autocomplete="name" required autofocus maxlength="${pageNameLengthMax}" aria-describedby="hint">
${isRefused ? `<p role="alert">${escapeHtml(wanted)}</p>` : ''}
<span id="hint" class="hint">${escapeHtml(say('nameHint', { merchant }))}</span>
</div>
<button class="strong">${escapeHtml(say('goOn'))}</button>
<p class="hint">${escapeHtml(say('nothingYet'))}</p>
</form>
</main>
</div>`,
  )
}

/** Whether the page was never there, is closed, or its plan is not offered now: a stranger hears the same. */
export function writeClosedPage(look: Look): string {
  const say = speakJoin(look.language)
  const leaveAlone = speakWidget(look.language)('leaveAlone')
  return writePage(
    { ...look, search: '', title: say('closed') },
    writeNotice(
      say('closed'),
      [say('closedHint'), say('closedNext'), `${say('closedBegun')} ${leaveAlone}`],
      writeTryAgain(say('tryAgain')),
    ),
  )
}

export function writeFullPage(look: Look): string {
  const say = speakJoin(look.language)
  return writePage(
    { ...look, title: say('full') },
    writeNotice(say('full'), [say('fullHint')], writeTryAgain(say('tryAgain'))),
  )
}

function sayPeriod(say: WidgetSpeech, { periodSeconds }: OfferedPlan): string {
  const count = periodSeconds / daySeconds
  return count === 1 ? say('everyDay') : say('everyPeriod', { count })
}

const writePage = (
  { search, shop, ...frame }: Look & Pick<Foot, 'shop'> & { title: string },
  body: string,
): string =>
  writeFrame(
    frame,
    `${body}\n${writeFoot({ language: frame.language, search, ...(shop && { shop }) })}`,
  )
