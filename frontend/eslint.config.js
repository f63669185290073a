import pluginVue from 'eslint-plugin-vue'
import { defineConfigWithVueTs, vueTsConfigs } from '@vue/eslint-config-typescript'
import prettier from 'eslint-config-prettier'
import tseslint from 'typescript-eslint'

const restricted = (selector, message) => ({ selector, message })
const CLASS = '/(^|[\\s,>+~(])\\.[a-z]/i'

/** The front end is rebuilt now and then; tests that find elements as users do stay. */
const SELECTORS = restricted(
  `CallExpression[callee.property.name=/^(find|findAll|get|querySelector|querySelectorAll|closest|locator)$/] > :matches(Literal[value=${CLASS}], TemplateLiteral > TemplateElement[value.raw=${CLASS}])`,
  'Find elements by role, label or data-testid, not by class.',
)

/** Time is that of page.clock or of the recording. */
const REAL_TIME = [
  restricted(
    'CallExpression[callee.property.name=/^(waitForTimeout|waitForLoadState|toPass|setTimeout)$/]',
    'Wait for a value with expect or expect.poll.',
  ),
  restricted('CallExpression[callee.name=/^(setTimeout|setInterval)$/]', 'Let page.clock pass time.'),
  restricted('Property[key.name="timeout"]', 'All waits have the time limit of playwright.config.ts.'),
  restricted(
    'MemberExpression[object.name=/^(Date|performance)$/][property.name="now"]',
    'Use the time of the recording.',
  ),
]

/** It outlives the component in which it is created: only what lasts as long as the page or its data may be one. */
const DETACHED = restricted(
  'CallExpression[callee.name="effectScope"][arguments.length>0]',
  'A detached scope is never stopped; use effectScope(), or pageStore.',
)

/** The folders of src: each imports only from those before it. */
const FOLDERS = [
  'api',
  'i18n',
  'format',
  'navigation',
  'composables',
  'timeseries',
  'stream',
  'store',
  'charts',
  'ui',
  'time-page',
  'shell',
  'pages',
]
const IN_ONE_DIRECTION = FOLDERS.map((folder, place) => ({
  files: [`src/${folder}/**/*.{ts,vue}`],
  ignores: ['**/*.spec.ts'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            group: [
              ...FOLDERS.slice(place + 1).map((later) => `**/${later}/**`),
              '@/router',
              '@/main',
              '@/App.vue',
              '@/testing/**',
            ],
            message: `${folder} imports only from the folders before it (eslint.config.js).`,
          },
        ],
      },
    ],
  },
}))

export default defineConfigWithVueTs(
  { ignores: ['src/api/schema.d.ts', 'src/**/*.gen.ts', 'playwright-report/**', 'test-results/**'] },
  pluginVue.configs['flat/recommended'],
  vueTsConfigs.strictTypeChecked,
  {
    rules: {
      'max-lines': ['error', { max: 250 }],
      'no-console': 'error',
      'vue/multi-word-component-names': 'off',
      'vue/no-v-html': 'error',
      // Static style attributes would need an exception in the content security policy.
      'vue/no-static-inline-styles': 'error',
      // It does not know that a destructured prop may be left out by the parent.
      '@typescript-eslint/no-useless-default-assignment': 'off',
      'vue/require-default-prop': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    files: ['src/**/*.{ts,vue}'],
    ignores: ['src/store/page-store.ts', 'src/store/live.ts'],
    rules: { 'no-restricted-syntax': ['error', DETACHED] },
  },
  {
    // Of the rules that need types, tests keep the one that finds a missing await.
    files: ['**/*.spec.ts', 'src/testing/**/*.ts', 'tests/**/*.ts'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      'no-restricted-syntax': ['error', SELECTORS, DETACHED],
    },
  },
  {
    files: ['tests/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', SELECTORS, ...REAL_TIME] },
  },
  prettier,
  ...IN_ONE_DIRECTION,
)
