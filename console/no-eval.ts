import { z } from 'zod';

// Zod's faster way builds functions from text, which our content security policy forbids. It decides when a shape is
// made, so this module stands before every other import of the console.
z.config({ jitless: true });
