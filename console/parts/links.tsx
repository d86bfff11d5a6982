import { Anchor, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** Links to our own pages that look like text, and like a button; where they lead is checked by the router's types. */
export const TextLink = createLink(Anchor<'a'>);
export const ButtonLink = createLink((props: ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>) => (
  <Button component="a" {...props} />
));
