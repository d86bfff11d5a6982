/** Help about the bookshop. */
export const helpShopEn = {
  books: 'the bookshop at the charging site',
  booksList: 'books that fit, the best match first',
  bookWords: 'words of title, author, subject or description; accents do not matter',
  bookCategory: 'only of this category',
  bookInStock: 'only what can be bought now',
  bookSort: 'order of the list',
  bookShow: 'one book',
  bookId: 'id of the book, as the list shows it',
  bookOrders: 'orders, newest first',
  booksLoad: 'put the catalogue of a CSV or JSON file on sale, all of it or nothing; what is not in it is sold no more',
  booksFile: 'the file; - reads the input',
};
