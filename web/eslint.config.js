// Lints of the page. ESLint and Prettier rather than Biome: both read whole .svelte files, templates included.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import prettier from 'eslint-config-prettier';
import globals from 'globals';
import { pure } from './scripts/lint/pure.js';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['dist', 'node_modules', 'src/generated', 'src/fixtures'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  prettier,
  ...svelte.configs.prettier,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  { files: ['src/**'], plugins: { page: { rules: { pure } } }, rules: { 'page/pure': 'error' } },
  {
    rules: {
      'no-console': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      eqeqeq: 'error',
    },
  },
  { files: ['site/**'], languageOptions: { globals: globals.serviceworker } },
  { files: ['scripts/**', 'art/main.ts'], rules: { 'no-console': 'off' } },
);
