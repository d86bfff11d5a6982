import highs, { type Highs } from 'highs';

// The package types itself as CommonJS, whose default would be a property; the module that Node loads exports the function itself.
export const loadHighs = highs as unknown as () => Promise<Highs>;
