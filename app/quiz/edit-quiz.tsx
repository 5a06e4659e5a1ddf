import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { type CartItem, cartItemOf } from '../../domain/cart.ts'
import { stepAfterJump } from '../../domain/quiz.ts'
import { readCart, replaceInCart } from '../browser/cart-storage.ts'
import { useShop } from '../layout/use-shop.ts'
import { EditBar } from './edit-bar.tsx'
import { loadEdit, saveEdit } from './edit-storage.ts'
import { quizSectionId } from './quiz-request.ts'
import { StyleQuiz } from './style-quiz.tsx'
import { subscribeQuizEmail } from './submit-quiz.ts'

type EditQuizProps = { id: string; today: CalendarDate }

/** The quiz with the answers of an item of the cart, which it replaces when it ends. An item that is gone: the quiz. */
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
    // Header, hero and plan cards mean another item.
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
    navigate('/cart')
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
