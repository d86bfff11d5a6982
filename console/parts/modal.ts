// In a file of its own: no page needs it before somebody opens a dialog.
export { Modal } from '@mantine/core';
