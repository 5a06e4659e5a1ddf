import { useLocation } from 'react-router'
import { quizSectionId } from './quiz-request.ts'

const name = 'edit'

/** The quiz with the answers of an item of the cart; an address, so that Back, Forward and a reload keep it. */
export function editLink(itemId: string): string {
  return `/?${name}=${encodeURIComponent(itemId)}#${quizSectionId}`
}

/** The id of the item that this address is to change, or null. The server knows no address of the kind. */
export function useEditedId(): string | null {
  return new URLSearchParams(useLocation().search).get(name)
}
