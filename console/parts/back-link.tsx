import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { BackIcon } from './icons.tsx';
import './page-head.css';

/** To the list that this page is of. */
export const BackLink = createLink(({ children, ...props }: ComponentProps<'a'>) => (
  <a {...props} className="back-link">
    <BackIcon />
    {children}
  </a>
));
