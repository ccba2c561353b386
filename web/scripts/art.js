// `npm run art`: runs the TypeScript of art/ through Vite, so that no further tool is needed.
import { runnerImport } from 'vite';

const { module } = await runnerImport('./art/main.ts');
module.make();
