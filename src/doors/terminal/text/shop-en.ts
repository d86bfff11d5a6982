/** What is said about the bookshop. */
export const shopEn = {
  book: {
    columns: { id: 'Id', title: 'Title', authors: 'Author', category: 'Category', stock: 'Stock', price: 'Price' },
    fields: { pages: 'Pages', year: 'Year', publisher: 'Publisher', isbn: 'ISBN', tags: 'Subjects', about: 'About' },
    orderColumns: {
      number: 'Order',
      placedAt: 'Placed',
      books: 'Books',
      shipping: 'Delivery',
      state: 'State',
      total: 'Total',
    },
    shippings: { pickup: 'pickup', standard: 'standard', express: 'express' },
    steps: { placed: 'placed', shipped: 'shipped', delivered: 'delivered' },
    none: 'No book fits.',
    loose: 'No book has all the words; these have some of them.',
    more: (total: string, shown: string) => `${total} fit; ${shown} are shown. --limit shows more.`,
    noOrders: 'There are no orders.',
    loaded: (books: string, added: string, taken: string) =>
      `Loaded: ${books} books are on sale, ${added} of them new; ${taken} are sold no more.`,
  },
};
