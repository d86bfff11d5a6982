// Zod's faster way builds functions from text, which our content security policy forbids. It decides when a shape is
// made, so this module stands before every other import of the console; it says so where zod looks, and loads nothing.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
