import { z } from 'zod';
import { most } from '#bookshop/checkout.ts';
import { bookId } from '../book-shape.ts';

export const itemsArgument = z
  .array(
    z.object({
      book_id: bookId.describe('As search_books returns it'),
      quantity: z.int().min(1).max(most.quantity).default(1).describe('How many copies'),
    }),
  )
  .min(1)
  .max(most.lines)
  .describe('What is wanted');

export const codeArgument = z.string().trim().min(1).max(30).optional().describe('A coupon, such as LIVROS20');

export const deliveryArgument = z
  .enum(['pickup', 'standard', 'express'])
  .default('pickup')
  .describe('pickup: taken at the charging site, free of charge');
