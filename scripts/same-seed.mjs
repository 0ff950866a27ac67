// Loaded before the tests in CI: properties are tried on the same inputs each time, so that what turns red is the change
// and not the dice. Everywhere else the inputs are new with every run, and fast-check prints the seed of a failure.
import fc from 'fast-check'

fc.configureGlobal({ seed: 20261115 })
