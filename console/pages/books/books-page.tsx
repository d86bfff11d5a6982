import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHead } from '../../parts/page-head.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import '../../parts/goods.css';
import './books.css';
import { useCart } from './cart.ts';
import { CartTab } from './cart-tab.tsx';
import { OrdersTab } from './orders-tab.tsx';
import { ShelfTab } from './shelf-tab.tsx';

const route = getRouteApi('/books');

/** The bookshop: what it sells, what is in the cart, and what was ordered. */
export function BooksPage() {
  const { t } = useTranslation();
  const { tab = 'shelf' } = route.useSearch();
  const navigate = route.useNavigate();
  const copies = Object.values(useCart()).reduce((sum, each) => sum + each, 0);
  const tabs = [
    { name: 'shelf', title: t('books.tab.shelf') },
    { name: 'cart', title: t('books.tab.cart', { count: copies }) },
    { name: 'orders', title: t('books.tab.orders') },
  ] as const;
  return (
    <>
      <PageHead title={t('books.title')} note={t('books.help')} />
      <Tabs
        label={t('books.title')}
        tabs={tabs}
        chosen={tab}
        onChoose={(name) =>
          void navigate({ search: (before) => ({ ...before, tab: name === 'shelf' ? undefined : name }) })
        }
      />
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'shelf' && <ShelfTab />}
        {tab === 'cart' && <CartTab />}
        {tab === 'orders' && <OrdersTab />}
      </div>
    </>
  );
}
