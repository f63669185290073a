import pluginVue from 'eslint-plugin-vue'
import { defineConfigWithVueTs, vueTsConfigs } from '@vue/eslint-config-typescript'

export default defineConfigWithVueTs(
  { ignores: ['src/api/schema.d.ts', 'src/api/*.gen.ts', 'playwright-report/**', 'test-results/**'] },
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
      // Layout of templates is left to the writer: one attribute per line makes small elements long.
      'vue/max-attributes-per-line': 'off',
      'vue/singleline-html-element-content-newline': 'off',
      'vue/html-self-closing': 'off',
      // It does not know that a destructured prop may be left out by the parent.
      '@typescript-eslint/no-useless-default-assignment': 'off',
      'vue/require-default-prop': 'off',
      'vue/html-closing-bracket-newline': 'off',
      'vue/html-indent': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
)
