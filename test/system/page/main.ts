console.log("a page of its own")
