import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { answersOf, type CartItem, cartItemOf } from '../../domain/cart.ts'
import { forWhom } from '../../domain/cart-text.ts'
import { quizStepCount, reachableStep, stepAfterJump } from '../../domain/quiz.ts'
import { readCart, replaceInCart } from '../browser/cart-storage.ts'
import { keepInTab, readFromTab } from '../browser/tab-storage.ts'
import { quizSectionId } from '../shop/quiz-request.ts'
import { useShop } from '../shop/use-shop.ts'
import { progressIn, type QuizProgress } from './quiz-storage.ts'
import { StyleQuiz } from './style-quiz.tsx'
import { subscribeQuizEmail } from './submit-quiz.ts'
import './edit-bar.css'
import { steps } from './steps.ts'

// Cleared with the cart (app/browser/cart-storage.ts).
const key = 'quizEdits'

/** Unsaved edits to an item where they were left; otherwise its answers, from the first step or the one that is incomplete. */
export function loadEdit(item: CartItem, today: CalendarDate): QuizProgress {
  const begun = readEdits()[item.id]
  if (begun !== undefined) return progressIn(begun, today)
  const { answers } = progressIn({ answers: answersOf(item) }, today)
  const lacking = reachableStep(quizStepCount, answers, today)
  return { step: lacking === quizStepCount ? 1 : lacking, answers }
}

/** Keeps unsaved edits across reloads and other pages; null discards them. The cart changes only when they are saved. */
function saveEdit(id: string, progress: QuizProgress | null) {
  const { [id]: _former, ...rest } = readEdits()
  keepInTab(key, JSON.stringify(progress ? { ...rest, [id]: progress } : rest))
}

function readEdits(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(readFromTab(key) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

type EditQuizProps = { id: string; today: CalendarDate }

/** The quiz with a cart item's answers; saving replaces the item. If the item is gone, the plain quiz. */
export function EditQuiz({ id, today }: EditQuizProps) {
  const [found] = useState(() => {
    const index = readCart().findIndex((item) => item.id === id)
    return index < 0 ? null : { item: readCart()[index]!, number: index + 1 }
  })
  return found ? <ItemQuiz {...found} today={today} /> : <StyleQuiz today={today} />
}

function ItemQuiz({ item, number, today }: { item: CartItem; number: number; today: CalendarDate }) {
  const navigate = useNavigate()
  const { plans } = useShop()
  const [edit] = useState(() => ({
    load: (day: CalendarDate) => loadEdit(item, day),
    save: (progress: Parameters<typeof saveEdit>[1]) => saveEdit(item.id, progress),
    stepAfterJump: stepAfterJump.bind(null, item),
    // Header, hero and plan cards start another item.
    leave: () => navigate(`/#${quizSectionId}`),
    finish(answers: Parameters<typeof cartItemOf>[0]) {
      const changed = { ...cartItemOf(answers, 0, plans), id: item.id }
      if (changed.shippingDetails?.email !== item.shippingDetails?.email) subscribeQuizEmail(answers)
      replaceInCart(changed)
      saveEdit(item.id, null)
    },
  }))

  function discard() {
    saveEdit(item.id, null)
    void navigate('/cart')
  }

  return (
    <StyleQuiz
      today={today}
      edit={edit}
      bar={(step, goTo) => (
        <EditBar item={item} number={number} step={step} onGoTo={goTo} onDiscard={discard} />
      )}
    />
  )
}

type EditBarProps = {
  item: CartItem
  /** its place in the cart, from 1 */
  number: number
  step: number
  onGoTo: (step: number) => void
  onDiscard: () => void
}

/** Names the item being edited, with links to each answer and a way out. */
function EditBar({ item, number, step, onGoTo, onDiscard }: EditBarProps) {
  return (
    <div className="edit-bar">
      <p>
        <b>Editing item {number} of your cart</b>
        <span className="quiet">
          {item.planName}, {forWhom(item)}. Nothing changes until you save.
        </span>
      </p>
      <button className="btn btn-3" type="button" onClick={onDiscard}>
        Discard changes
      </button>
      <nav aria-label="Your answers for this item">
        <ol>
          {steps.map(({ title }, index) => (
            <li key={title}>
              <button
                type="button"
                aria-current={step === index + 1 ? 'step' : undefined}
                onClick={() => onGoTo(index + 1)}
              >
                {title}
              </button>
            </li>
          ))}
        </ol>
      </nav>
    </div>
  )
}
