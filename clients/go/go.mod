module github.com/mayfly-mail/mayfly-go

go 1.24
